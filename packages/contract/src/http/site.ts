import { z } from 'zod'
import { operation } from '../operation.ts'

/** The public configuration of this deployment. */
export const site = {
  config: operation({
    method: 'GET',
    path: '/api/config',
    summary: 'Public configuration: mode, sign-in methods, audience, model kind, links, prices.',
    access: 'open',
    data: z.object({
      mode: z.enum(['local', 'production']),
      sign_in: z.object({ email: z.boolean(), google: z.boolean(), facebook: z.boolean(), password: z.boolean() }),
      identity: z
        .discriminatedUnion('kind', [
          z.object({ kind: z.literal('demo'), page: z.string() }),
          z.object({
            kind: z.literal('firebase'),
            project_id: z.string(),
            api_key: z.string(),
            auth_domain: z.string(),
          }),
        ])
        .nullable()
        .describe('how to open the popup of Google and Facebook; contains no secret'),
      passkey_domain: z.string().describe('the host name on which passkeys of this site work'),
      mail_outbox: z.string().nullable().describe('where mails can be read in local mode without SMTP'),
      payment_provider: z
        .enum(['stripe', 'sandbox'])
        .nullable()
        .describe('sandbox: test cards, no money moves; null: nothing can be bought'),
      stripe_publishable_key: z.string().nullable().describe('for the payment page, when payment_provider is stripe'),
      refund_days: z.int().describe('how long the unspent part is refunded on request'),
      audience: z.enum(['adults', 'adults_and_teens']),
      nsfw_enabled: z.boolean(),
      publishing_enabled: z.boolean().describe('whether people may show cards to others'),
      model: z.object({
        kind: z.enum(['openai_compatible', 'anthropic', 'google', 'gguf', 'demo']),
        voice_demo: z.boolean(),
        on_this_machine: z.boolean().describe('chat text does not leave the machine'),
        operator: z.string().nullable().describe('the provider, if it is a third party and the settings name it'),
      }),
      speech: z
        .object({
          kind: z.enum(['openai_compatible', 'built_in']),
          on_this_machine: z.boolean().describe('spoken text does not leave the machine'),
        })
        .nullable()
        .describe('null: no engine here, devices use their own'),
      transcription: z
        .object({ on_this_machine: z.boolean().describe('recordings do not leave the machine') })
        .nullable()
        .describe('speech to text; null: not here, browsers may do it themselves'),
      image: z.object({
        kind: z.enum(['built_in', 'openai_compatible', 'stable_diffusion']),
        on_this_machine: z.boolean().describe('image prompts do not leave the machine'),
      }),
      generated_image_price: z.int().describe('coins for one generated image'),
      message_price: z.int().describe('messages that a reply of the default model takes of someone who pays'),
      messages_counted: z.boolean().describe('a model that everyone may use takes messages'),
      new_account_messages: z.int(),
      guest_messages: z.int().describe('replies for a visitor before signing in; 0 for none'),
      reach_claim: z.string().nullable(),
      operator_name: z.string().nullable(),
      support_email: z.string().nullable(),
      discord_url: z.string().nullable(),
      app_store_url: z.string().nullable(),
      play_store_url: z.string().nullable(),
      version: z.string(),
    }),
    errors: [],
  }),
} as const
