/** The keys of the English texts as a type, so that an unknown key does not compile. Plural suffixes are left out. */
interface EnglishTexts {
  app: typeof import('../../../../locales/en/app.json')
  settings: typeof import('../../../../locales/en/settings.json')
  shell: typeof import('../../../../locales/en/shell.json')
  sketch: typeof import('../../../../locales/en/sketch.json')
  pages: typeof import('../../../../locales/en/pages.json')
  blocks: typeof import('../../../../locales/en/blocks.json')
  breaks: typeof import('../../../../locales/en/breaks.json')
  billing: typeof import('../../../../locales/en/billing.json')
  'image-tasks': typeof import('../../../../locales/en/image-tasks.json')
  explore: typeof import('../../../../locales/en/explore.json')
  'card-files': typeof import('../../../../locales/en/card-files.json')
  characters: typeof import('../../../../locales/en/characters.json')
  guests: typeof import('../../../../locales/en/guests.json')
  groups: typeof import('../../../../locales/en/groups.json')
  chats: typeof import('../../../../locales/en/chats.json')
  rewards: typeof import('../../../../locales/en/rewards.json')
  wallet: typeof import('../../../../locales/en/wallet.json')
  admin: typeof import('../../../../locales/en/admin.json')
  'desk-campaigns': typeof import('../../../../locales/en/desk-campaigns.json')
  'desk-health': typeof import('../../../../locales/en/desk-health.json')
  'desk-orders': typeof import('../../../../locales/en/desk-orders.json')
  'desk-products': typeof import('../../../../locales/en/desk-products.json')
  accounts: typeof import('../../../../locales/en/accounts.json')
  albums: typeof import('../../../../locales/en/albums.json')
  safety: typeof import('../../../../locales/en/safety.json')
  invitations: typeof import('../../../../locales/en/invitations.json')
  landing: typeof import('../../../../locales/en/landing.json')
  legal: typeof import('../../../../locales/en/legal.json')
  notifications: typeof import('../../../../locales/en/notifications.json')
  'card-editor': typeof import('../../../../locales/en/card-editor.json')
  memory: typeof import('../../../../locales/en/memory.json')
  models: typeof import('../../../../locales/en/models.json')
  moderation: typeof import('../../../../locales/en/moderation.json')
  'personal-data': typeof import('../../../../locales/en/personal-data.json')
  lorebooks: typeof import('../../../../locales/en/lorebooks.json')
  personas: typeof import('../../../../locales/en/personas.json')
  presets: typeof import('../../../../locales/en/presets.json')
  protection: typeof import('../../../../locales/en/protection.json')
  suggestions: typeof import('../../../../locales/en/suggestions.json')
  'chat-tools': typeof import('../../../../locales/en/chat-tools.json')
  speech: typeof import('../../../../locales/en/speech.json')
  errors: typeof import('../../../../locales/en/errors.json')
  desk: typeof import('../../../../locales/en/desk.json')
  suspension: typeof import('../../../../locales/en/suspension.json')
}

type WithoutPluralForm<Name> = Name extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Base
  : Name

type KeysOf<Tree, Path extends string = ''> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? `${Path}${WithoutPluralForm<Name> & string}`
    : KeysOf<Tree[Name], `${Path}${Name}.`>
}[keyof Tree & string]

export type TextKey = KeysOf<EnglishTexts>
