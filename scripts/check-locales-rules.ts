import type { Locale } from '@everkin/contract/locales.ts'

/** English texts that must match exactly, including straight apostrophes and the full-width ？. */
export const FIXED_ENGLISH: Record<string, string> = {
  'shell.notFound.title': 'This page could not be found',
  'shell.notFound.back': 'Back to the home page',
  'safety.age.title': 'Confirm Your Age',
  'safety.age.confirm': "I'm over 18",
  'safety.age.back': 'Go back',
  'rewards.checkin.doneText': "You've successfully checked in today!",
  'rewards.checkin.doneButton': 'Checked in Today',
  'rewards.checkin.success': 'Check-in successful',
  'accounts.delete.title': 'Confirm deletion',
  'accounts.delete.question': 'Are you sure you want to delete the account？',
  'accounts.delete.confirm': 'Delete',
  'accounts.delete.cancel': 'Cancel',
  'accounts.delete.done': 'Account deleted successfully',
  'shell.header.signIn': 'sign in',
  'shell.account.signOut': 'sign out',
  'shell.account.deleteAccount': 'delete account',
  'accounts.email.placeholder': 'enter your email address',
}

/** Texts that are correctly the same as in English. */
export const SAME_AS_ENGLISH: Record<string, Locale[]> = {
  'albums.kinds.programme': ['fr'],
  'desk.groups.moderation': ['de'],
  'desk.groups.server': ['de'],
  'desk.roles.support': ['de'],
  'desk.audit.server': ['de'],
  'desk.audit.action': ['fr'],
  'desk.person.actions': ['fr'],
  'desk.person.assets.message': ['fr'],
  'desk.person.grantReasons.correction': ['fr'],
  'suspension.reasons.spam': ['de', 'es', 'fr', 'pt'],
  'suspension.reasons.violence': ['fr'],
  'albums.kinds.menu': ['fr'],
  'wallet.ledger.filter': ['de'],
  'personas.note.place': ['de', 'fr'],
  'card-files.take.asWhat': ['de', 'fr'],
  'card-editor.lore.place': ['de', 'fr'],
  'admin.pictures.webUi': ['ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh'],
  'admin.usage.kinds.suggestions': ['fr'],
  'models.services.images.title': ['fr'],
  'admin.usage.tokens': ['es', 'fr', 'pt'],
  'chats.usage.tokens': ['es', 'fr', 'pt'],
  'settings.usage.tokens': ['es', 'fr', 'pt'],
  'models.contextOf': ['es', 'fr', 'pt'],
  'models.form.name': ['de'],
  'albums.title': ['de', 'fr'],
  'albums.video': ['de', 'es'],
  'shell.drawer.id': ['de', 'es', 'fr', 'pt'],
  'shell.header.nsfwBadge': ['de', 'fr', 'ja', 'zh'],
  'shell.drawer.download': ['de'],
  'shell.error.status': ['es'],
  'explore.tags.fantasy': ['de', 'fr'],
  'explore.tags.romance': ['es', 'fr', 'pt'],
  'explore.tags.cosy': ['fr'],
  'explore.chats': ['de', 'es'],
  'chats.list.title': ['de', 'es'],
  'characters.card.chats': ['de', 'es'],
  'billing.tabs.messages': ['fr'],
  'billing.compare.messages': ['fr'],
  'billing.compare.checkinFree': ['fr'],
  'billing.checkout.total': ['es', 'fr', 'pt'],
  'billing.cap.limit': ['de'],
  'image-tasks.style': ['fr'],
  'lorebooks.title': ['de', 'es', 'fr', 'pt'],
  'card-editor.lore.priority': ['fr'],
  'presets.builtIn.wild': ['de'],
  'presets.form.top_p': ['ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh'],
  'presets.form.top_k': ['ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh'],
  'presets.form.min_p': ['ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh'],
  'personas.form.name': ['de'],
  'personas.form.description': ['fr'],
  'image-tasks.styles': ['fr'],
  'card-files.moving.chats': ['de', 'es'],
  'card-files.moving.presets': ['de'],
  'card-files.moving.worlds': ['de', 'es', 'pt'],
  'card-files.moving.kinds.chat': ['de', 'es'],
  'card-files.moving.kinds.world': ['de', 'es', 'fr', 'pt'],
  'card-editor.voice.pitches.usual': ['de', 'es', 'pt'],
  'card-editor.voice.rates.usual': ['de', 'es', 'fr', 'pt'],
  'chat-tools.take.jsonl': ['de', 'es', 'fr', 'ja', 'pt'],
  'card-editor.turns.names.natural': ['es', 'pt'],
  'chats.reading.lineLengths.usual': ['de', 'es', 'pt'],
  'memory.fits.lore': ['de', 'es', 'fr', 'pt'],
  'card-editor.who.name': ['de'],
  'card-editor.who.description': ['fr'],
  'card-editor.portrait.title': ['fr'],
  'card-editor.shelf.tags': ['pt'],
  'card-editor.shelf.visibilities.public': ['fr'],
  'card-editor.lore.title': ['de', 'es', 'fr', 'pt'],
  'card-editor.album.title': ['de', 'fr'],
  'card-editor.story.cover': ['de'],
  'card-editor.versions.title': ['fr'],
  'invitations.list.title': ['fr'],
  'landing.invitation.units.hours': ['es', 'fr', 'pt'],
  'landing.invitation.units.seconds': ['es', 'fr', 'pt'],
  'wallet.messages': ['fr'],
  'wallet.ledger.messages': ['fr'],
  'pages.me.invitations': ['fr'],
  'rewards.checkin.dayGives': ['ar', 'de', 'es', 'pt'],
  'admin.process.title': ['de'],
  'admin.process.version': ['de', 'fr'],
  'settings.sections.notifications': ['fr'],
  'settings.passkeys.title': ['de'],
  'settings.passkeys.one': ['de'],
  'settings.sizeLetter': ['de', 'es', 'fr', 'pt'],
  'media.album': ['de', 'fr'],
  'media.voice.pause': ['de'],
  'speech.player.seek': ['de'],
  'safety.help.international': ['de', 'fr'],
  'safety.report.reasons.spam': ['de', 'es', 'fr', 'pt'],
  'accounts.profile.trans': ['de', 'es', 'fr', 'pt'],
  'card-files.report.tags': ['pt'],
  'card-files.fields.description': ['fr'],
  'card-files.fields.creator_notes': ['fr'],
  'chat-tools.tree.title': ['fr'],
  'chat-tools.rename.label': ['de'],
  'accounts.profile.from18to25': ['de'],
  'accounts.profile.from26to30': ['de'],
}

/** Texts that consist of placeholders and punctuation only. */
export const WITHOUT_WORDS = new Set([
  'models.form.says',
  'card-files.report.texts',
  'shell.pageTitle',
  'landing.quote',
  'characters.card.openingOf',
])

export interface Rule {
  locales: Locale[] | 'all' | 'translations'
  pattern: RegExp
  says: string
  /** Legal texts use the formal register that readers expect of a contract. */
  notInLegal?: true
  /** Characters speak as their cards ask for. */
  notInSpeech?: true
}

const HAN = '[\\u3040-\\u30ff\\u4e00-\\u9fff]'

/**
 * The parts of the language guide that can be checked automatically; applied to a text without its placeholders and
 * tags.
 */
export const RULES: Rule[] = [
  { locales: 'all', pattern: /\.\.\./, says: 'three dots instead of an ellipsis', notInSpeech: true },
  { locales: 'all', pattern: / {2}/, says: 'double space' },
  { locales: 'all', pattern: /\p{Extended_Pictographic}/u, says: 'emoji' },
  { locales: 'translations', pattern: /["']/, says: 'straight quote or apostrophe' },
  { locales: ['de'], pattern: /[*:_]in(nen)?\b/, says: 'gender star or colon: rephrase' },
  {
    locales: ['de'],
    pattern: /(?<=[\p{L},] )(Sie|Ihnen|Ihre?[nmrs]?)\b/u,
    says: 'formal address',
    notInLegal: true,
    notInSpeech: true,
  },
  {
    locales: ['es'],
    pattern: /(?<!\p{L})(vosotros|vosotras|vuestr\p{L}+|os|vos)(?!\p{L})|[áé]is(?!\p{L})/u,
    says: 'regional address',
    notInSpeech: true,
  },
  { locales: ['fr'], pattern: /[^\u202f][;!?]|[^\u00a0]:(?!\/)|«[^\u00a0]|[^\u00a0]»/, says: 'French spacing' },
  { locales: ['fr'], pattern: /·e|\(e\)/i, says: 'rephrase' },
  {
    locales: ['pt'],
    pattern: /(?<!\p{L})(teu|tua|ti|contigo)(?!\p{L})/iu,
    says: 'not Brazilian',
    notInSpeech: true,
  },
  { locales: ['ar'], pattern: /[?;,]|%/, says: 'Latin punctuation' },
  { locales: ['ar'], pattern: /[0-9]/, says: 'Latin digits' },
  { locales: ['ar'], pattern: /[\u06f0-\u06f9]/, says: 'Persian digits' },
  { locales: ['ar'], pattern: /\u0640/, says: 'tatweel' },
  { locales: ['ja', 'zh'], pattern: new RegExp(`${HAN}[,.?!:;](?!\\d)`), says: 'half-width punctuation' },
  { locales: ['ja'], pattern: new RegExp(`${HAN} [A-Za-z0-9]|[A-Za-z0-9] ${HAN}`), says: 'space between scripts' },
  {
    locales: ['zh'],
    pattern: /[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/,
    says: 'no space between scripts',
    notInSpeech: true,
  },
  { locales: ['zh'], pattern: /您/, says: 'formal address', notInLegal: true, notInSpeech: true },
]

/** How much longer than English a running text may be, in addition to 20 characters. */
export const LENGTH_RATIO: Record<Locale, number> = {
  en: 1,
  ar: 1.3,
  de: 1.5,
  es: 1.5,
  fr: 1.5,
  ja: 0.8,
  pt: 1.5,
  zh: 0.6,
}
