import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { iconSprite } from './src/tooling/icon-sprite.ts'
import { matchModules } from './src/tooling/match-modules.ts'

/** What every page needs, in one file: a request each for two dozen small parts would cost more than it saves. */
const isFrameModule = matchModules({
  'contract/src/': [
    'speakable-text',
    'detect-language',
    'edit-limit',
    'isolate-name',
    'limits',
    'desk-reasons',
    'moderation-choices',
    'operator-roles',
    'preset-limits',
    'suspension-reasons',
    'truncate-text',
  ],
  'web/src/i18n/': ['country-name'],
  'web/src/api/': ['upload', 'download', 'stream'],
  'web/src/lib/': [
    'appeal-at-field',
    'back-to-close',
    'coerce',
    'copy-text',
    'is-composing',
    'is-typing',
    'keep-focus',
    'use-return-focus',
    'random-uuid',
    'draft-store',
    'qr-code',
    'device-speech',
    'dictation',
    'push-subscription',
    'save-file',
    'notifications',
    'passkeys',
    'recorder',
  ],
  'web/src/session/': ['wallet'],
  'web/src/app/shell/': [
    'drawer',
    'recent-menu',
    'reply-notifications',
    'checkin-dialog-host',
    'minor-page',
    'protection-strip',
    'too-young-dialog',
    'account-dialogs',
  ],
  'web/src/app/offline/service-worker-client': [],
  'web/src/app/layouts/main-layout': [],
  'web/src/app/root': [],
  'web/src/app/paths': [],
  'web/src/app/page-error': [],
  'web/src/app/page-meta': [],
  'web/src/app/font-preloads': [],
  'web/src/app/use-site-config': [],
  'web/src/app/device-type': [],
  'web/src/app/reload-on': [],
  'web/src/ui/': [
    'ai-content-label',
    'album-',
    'chat-avatar',
    'crisis-card',
    'unread-count',
    'participant-patterns',
    'room',
    'drag-to-dismiss',
    'look-choices',
    'form/choice',
    'form/code-input',
    'form/field-error',
    'form/radio-tiles',
    'form/text-field',
    'help-lines',
    'markdown-blocks',
    'roleplay-text',
    'spinner',
    'dialog',
    'use-mutation',
    'infinite-list',
  ],
  'web/src/features/accounts/nsfw-switch': [],
  'web/src/features/explore/': ['favourites', 'results', 'sort-menu', 'no-results', 'continue-row'],
  'web/src/features/attribution/': ['visit-', 'use-visit-answer'],
  'web/src/features/chats/realtime/unread-counts': [],
})

/** The live link and what it needs, loaded at rest on pages without a chat. */
const isRealtimeModule = matchModules({
  'web/src/realtime/': [],
  'web/src/app/realtime/': [],
  'web/src/features/chats/realtime/realtime-chats': [],
  'web/src/features/chats/realtime/finished-replies': [],
  'web/src/features/chats/realtime/open-chat': [],
  'web/src/features/chats/realtime/chat-commands': [],
  'web/src/features/chats/realtime/message-path': [],
  'web/src/features/chats/realtime/outbox': [],
  'web/src/features/chats/realtime/chat-cache': [],
})

/** The modules that all pages of chats need, without those that are loaded when something is opened. */
const isChatModule = matchModules({
  'roleplay-markdown/src/': [],
  'web/src/features/chats/': [
    'list/recent-chats',
    'list/last-page',
    'realtime/erase-unsent',
    'album/',
    'memory/',
    'settings/',
    'search/',
    'branches/',
    'transfer/',
    'panels/',
    'models/',
    'messages/demo-label',
    'messages/message-pictures',
    'messages/message-reasoning',
    'composer/mention-list',
    'composer/reply-suggestions',
    'composer/picture-tray.tsx',
    'composer/dictation',
    'context/use-conversation-language',
    'voice/read-aloud',
    'voice/voice-player',
  ],
  'web/src/app/use-chat-links': [],
})

/** What only comes when someone asks for it, in a file of its own. */
const LAZY_PACKAGES = '@stripe|@simplewebauthn|prop-types|@firebase|idb|tslib|uqr|diff/|eventsource-parser|@zip.js'

const isStyle = (id: string): boolean => /\.css\b/.test(id)

// Whatever a file needs comes along with it, unless a group of higher priority has it.
const groups = [
  { name: 'react', test: new RegExp(`/node_modules/(?!${LAZY_PACKAGES})|rolldown.runtime`), priority: 4 },
  {
    name: 'frame',
    test: (id: string) => (isFrameModule(id) || id.endsWith('icon-sprite')) && !isStyle(id),
    priority: 3,
  },
  // For what opens over a page, and the limits of forms. Explore needs none of them.
  {
    name: 'dialog',
    test: matchModules({
      'contract/src/limits.ts': [],
      'web/src/ui/dialog.tsx': [],
      'web/src/ui/use-mutation.ts': [],
      'web/src/lib/back-to-close.ts': [],
      'web/src/lib/random-uuid.ts': [],
      'web/src/lib/is-composing.ts': [],
      'web/src/lib/keep-focus.ts': [],
      'web/src/lib/use-return-focus.ts': [],
      'web/src/app/card/card-safety.tsx': [],
      'web/src/features/characters/creator-mark.tsx': [],
    }),
    priority: 2,
  },
  // Parts of cards and chats alike, with their styles: a card must not fetch the chat for them.
  {
    name: 'parts',
    test: matchModules({
      'web/src/ui/ai-content-label.tsx': [],
      'web/src/ui/album-tile.tsx': [],
      'web/src/ui/markdown-blocks.tsx': [],
      'web/src/ui/spinner.tsx': [],
      'web/src/ui/help-lines.tsx': [],
    }),
    priority: 2,
  },
  // Of rows of chats, on whatever page.
  {
    name: 'chat-row',
    test: matchModules({ 'web/src/ui/chat-avatar.tsx': [], 'web/src/ui/unread-count.tsx': [] }),
    priority: 2,
  },
  // Every form that has one has the other.
  {
    name: 'fields',
    test: matchModules({
      'web/src/ui/form/text-field.tsx': [],
      'web/src/ui/form/field-error.tsx': [],
      'web/src/ui/form/radio-tiles.tsx': [],
    }),
    priority: 1,
  },
  { name: 'live', test: isRealtimeModule, priority: 2 },
  // For the page that pays alone, and there only once someone goes on to pay.
  { name: 'stripe', test: /\/node_modules\/(@stripe|prop-types)/, priority: 0 },
  { name: 'chat', test: (id: string) => isChatModule(id) && !isStyle(id), priority: 1 },
]

export default defineConfig({
  plugins: [iconSprite(), reactRouter()],
  // Pictures and fonts stay files: a data address would be blocked by the content security policy.
  logLevel: 'warn',
  build: { assetsInlineLimit: 0, target: 'es2023', emptyOutDir: true },
  environments: {
    client: {
      build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension', output: { codeSplitting: { groups } } } },
    },
    // The server's build holds every page, so a part that browsers load later is in it anyway.
    ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
  },
})
