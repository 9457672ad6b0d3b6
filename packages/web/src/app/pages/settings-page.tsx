import type { Locale } from '@everkin/contract/locales.ts'
import type { ModelInfo } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { type AgeCheck, AgeCheckButton, useAgeCheckResult } from '../../features/accounts/age-check.tsx'
import { NsfwSwitch } from '../../features/accounts/nsfw-switch.tsx'
import { SpendingCapParts } from '../../features/billing/spending-cap.tsx'
import { PersonaList } from '../../features/chats/settings/persona-list.tsx'
import { type Persona, usePersonas } from '../../features/chats/settings/use-personas.ts'
import { ModelChoiceRows } from '../../features/presets/model-choice-rows.tsx'
import { type Preset, PresetList } from '../../features/presets/preset-list.tsx'
import { BlockRows } from '../../features/settings/block-rows.tsx'
import { BreakRow } from '../../features/settings/break-row.tsx'
import { Contents, type Entry } from '../../features/settings/contents.tsx'
import { DeviceRows } from '../../features/settings/device-rows.tsx'
import { LanguageRow } from '../../features/settings/language-row.tsx'
import { LookRows } from '../../features/settings/look-rows.tsx'
import { NotifyRow } from '../../features/settings/notify-row.tsx'
import { PushRows } from '../../features/settings/push-rows.tsx'
import { Row, Section } from '../../features/settings/rows.tsx'
import { UsageRows } from '../../features/settings/usage-rows.tsx'
import { VoiceRows } from '../../features/settings/voice-rows.tsx'
import { sentenceGap } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useKeepFocus } from '../../lib/keep-focus.ts'
import { useSession } from '../../session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AccountSection } from '../me/account-section.tsx'
import { clearPageCache } from '../page-data-cache.ts'
import { pageMeta } from '../page-meta.ts'
import { orFallback, pageTools } from '../page-tools.ts'
import { pathInLocale, pathTo } from '../paths.ts'
import { useRememberLocale } from '../shell/language-menu.tsx'
import { useSiteConfig } from '../use-site-config.ts'
import '../../features/settings/settings.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

/** Library character in the preview of the text size. */
const SPEAKER = 'vesper'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    'settings',
    'notifications.settings',
    'blocks.list',
    'breaks.setting',
    'accounts.password',
    'chats.aloud',
    'speech.settings',
    'personas.list',
    'personas.form',
    'personas.ask',
    'lorebooks',
    'presets',
    'personal-data.copy',
    'pages.settings.title',
    'pages.me.title',
    'billing.cap',
    'protection.check',
  ])
  const sells = context.config.payment_provider !== null && !context.person?.teen
  const cap = sells ? await orFallback(context.call('GET /api/user/spendingCap', {}), null) : null
  const card = await orFallback(context.call('GET /api/chat.Single/cardInfo', { query: { id: SPEAKER } }), null)
  const [personas, models, presets, choice, devices, ways, passkeys, usage, blocks, breaks, ageCheck] =
    await Promise.all([
      orFallback(context.call('GET /api/user/personas'), null),
      orFallback(context.call('GET /api/model/list'), []),
      orFallback(context.call('GET /api/preset/list'), null),
      orFallback(context.call('GET /api/model/choice'), { model_id: null, preset_id: null }),
      orFallback(context.call('GET /api/account/sessions'), []),
      orFallback(context.call('GET /api/account/signInWays'), null),
      orFallback(context.call('GET /api/account/passkeys'), []),
      orFallback(context.call('GET /api/user/usage'), null),
      orFallback(context.call('GET /api/user/blocks'), null),
      orFallback(context.call('GET /api/user/breakReminder'), null),
      orFallback(context.call('GET /api/account/ageCheck'), null),
    ])
  return {
    texts,
    cap,
    personas: personas?.list ?? null,
    models,
    presets,
    choice,
    devices,
    ways,
    passkeys,
    usage,
    blocks: blocks?.list ?? null,
    breakReminder: breaks?.on ?? null,
    ageCheck,
    look: context.look,
    speaker: { id: card?.id ?? 'everkin', name: card?.name ?? 'Everkin', avatar: card?.avatar ?? null },
    title: title(text('pages.settings.title')),
  }
}

export const meta = pageMeta

/** Settings for appearance, sound and behaviour, and for the account. */
export default function SettingsPage() {
  useKeepFocus()
  const data = useLoaderData<typeof loader>()
  const {
    look,
    speaker,
    cap,
    personas,
    models,
    presets,
    choice,
    devices,
    ways,
    passkeys,
    usage,
    blocks,
    breakReminder,
    ageCheck,
  } = data
  const text = useText()
  const locale = useLocale()
  const { person } = useSession()
  const config = useSiteConfig()
  const chooseLanguage = useChooseLanguage()
  // Not offered to people whose profile says "Under 18".
  const hasAdult = config?.nsfw_enabled === true && person?.age_scope !== 1

  const contents = useContents({ hasAdult, ...data })
  return (
    <>
      <Link className="set-back" to={pathTo('me', locale)}>
        <Icon name="caret-left" size="small" mirror />
        {text('shell.tabs.me')}
      </Link>
      <h1 className="display set-title">{text('pages.settings.title')}</h1>
      <div className="set">
        <Contents label={text('pages.settings.title')} entries={contents} />
        <div className="set-sections">
          <Section id="look" title={text('settings.sections.look')}>
            <LanguageRow onChoose={(chosen) => void chooseLanguage(chosen)} />
            <LookRows initial={look} speaker={speaker} />
          </Section>
          <Section id="voice" title={text('settings.sections.voice')}>
            <VoiceRows speech={config?.speech ?? null} />
          </Section>
          <Section id="notifications" title={text('settings.sections.notifications')}>
            <NotifyRow />
            <PushRows />
            {breakReminder === null ? null : <BreakRow initial={breakReminder} />}
          </Section>
          {hasAdult ? (
            <Section id="adult" title={text('shell.header.nsfwBadge')}>
              <Row label={text('settings.adult.title')} hint={text('settings.adult.hint')}>
                <NsfwSwitch hasState />
              </Row>
            </Section>
          ) : null}
          {personas ? <RolesSection initial={personas} /> : null}
          {presets ? <PresetsSection models={models} initial={presets} choice={choice} /> : null}
          <Section id="lorebooks" title={text('lorebooks.title')}>
            <Row label={text('lorebooks.manage')} hint={text('lorebooks.manageHint')}>
              <LinkButton size="small" to={pathTo('lorebooks', locale)}>
                {text('lorebooks.all')}
              </LinkButton>
            </Row>
          </Section>
          {usage ? (
            <Section id="usage" title={text('settings.usage.title')}>
              <UsageRows usage={usage} />
            </Section>
          ) : null}
          {cap ? (
            <Section id="limit" title={text('billing.cap.title')}>
              <SpendingCapParts initial={cap}>
                {({ facts, button }) => (
                  <>
                    <Row
                      label={text('billing.cap.choose')}
                      hint={text('billing.cap.lead') + sentenceGap(locale) + text('billing.cap.rule')}
                    >
                      {button}
                    </Row>
                    <div className="set-row set-cap">{facts}</div>
                  </>
                )}
              </SpendingCapParts>
            </Section>
          ) : null}
          {blocks ? (
            <Section id="blocks" title={text('blocks.list.title')}>
              <BlockRows blocks={blocks} onChange={clearPageCache} />
            </Section>
          ) : null}
          {devices.length > 0 ? (
            <Section id="devices" title={text('settings.devices.title')}>
              <DeviceRows devices={devices} />
            </Section>
          ) : null}
          {ageCheck?.provider ? <AgeCheckSection check={ageCheck} provider={ageCheck.provider} /> : null}
          <AccountSection ways={ways} passkeys={passkeys} />
          <p className="set-note">{text('settings.onThisDevice')}</p>
        </div>
      </div>
    </>
  )
}

type ShownSections = { hasAdult: boolean } & Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  'personas' | 'presets' | 'usage' | 'cap' | 'blocks' | 'devices' | 'ageCheck'
>

/** The table of contents: the sections that this person has, in their order on the page. */
function useContents(shown: ShownSections): Entry[] {
  const text = useText()
  return [
    { id: 'look', icon: 'translate', label: text('settings.sections.look') },
    { id: 'voice', icon: 'speaker-high', label: text('settings.sections.voice') },
    { id: 'notifications', icon: 'bell', label: text('settings.sections.notifications') },
    ...(shown.hasAdult ? [{ id: 'adult', icon: 'eye-slash', label: text('shell.header.nsfwBadge') } as const] : []),
    ...(shown.personas ? [{ id: 'roles', icon: 'user', label: text('personas.list.title') } as const] : []),
    ...(shown.presets ? [{ id: 'presets', icon: 'cpu', label: text('presets.settings.title') } as const] : []),
    { id: 'lorebooks', icon: 'book-open', label: text('lorebooks.title') },
    ...(shown.usage ? [{ id: 'usage', icon: 'hourglass', label: text('settings.usage.title') } as const] : []),
    ...(shown.cap ? [{ id: 'limit', icon: 'coins', label: text('billing.cap.title') } as const] : []),
    ...(shown.blocks ? [{ id: 'blocks', icon: 'prohibit', label: text('blocks.list.title') } as const] : []),
    ...(shown.devices.length > 0
      ? [{ id: 'devices', icon: 'devices', label: text('settings.devices.title') } as const]
      : []),
    ...(shown.ageCheck?.provider ? [{ id: 'age', icon: 'user', label: text('protection.check.title') } as const] : []),
    { id: 'account', icon: 'user', label: text('settings.sections.account') },
  ]
}

function AgeCheckSection({ check, provider }: { check: AgeCheck; provider: string }) {
  const text = useText()
  const found = useAgeCheckResult(check)
  return (
    <Section id="age" title={text('protection.check.title')}>
      <Row label={found ?? text('protection.check.title')} hint={text('protection.check.hint', { provider })}>
        <AgeCheckButton provider={provider} />
      </Row>
    </Section>
  )
}

function RolesSection({ initial }: { initial: readonly Persona[] }) {
  const text = useText()
  const personas = usePersonas(initial)
  return (
    <section id="roles" className="set-section" aria-labelledby="roles-title">
      <h2 className="title-3" id="roles-title">
        {text('personas.list.title')}
      </h2>
      <p className="set-hint set-lead">
        {text(personas.list.length === 0 ? 'personas.list.empty' : 'personas.list.hint')}
      </p>
      <PersonaList personas={personas} />
    </section>
  )
}

interface PresetsSectionProps {
  models: readonly ModelInfo[]
  initial: readonly Preset[]
  choice: { model_id: string | null; preset_id: string | null }
}

function PresetsSection({ models, initial, choice }: PresetsSectionProps) {
  const text = useText()
  const [presets, setPresets] = useState(initial)
  return (
    <section id="presets" className="set-section" aria-labelledby="presets-title">
      <h2 className="title-3" id="presets-title">
        {text('presets.settings.title')}
      </h2>
      <ModelChoiceRows models={models} presets={presets} initial={choice} />
      <PresetList presets={presets} onChange={setPresets} />
    </section>
  )
}

/** Remembers the language, and loads this page in it. */
function useChooseLanguage(): (locale: Locale) => Promise<void> {
  const { pathname, search } = useLocation()
  const rememberLocale = useRememberLocale()
  return async (locale) => {
    await rememberLocale(locale)
    window.location.assign(`${pathInLocale(pathname, locale)}${search}#language`)
  }
}
