import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { iconSprite } from './src/tooling/icon-sprite.ts'

/** What every page needs, in one file: a request each for two dozen small parts would cost more than it saves. */
const FRAME_MODULES = [
  /\/packages\/contract\/src\/(?!speakable-text|desk-reasons|moderation-choices|operator-roles|preset-limits|suspension-reasons)/,
  /\/web\/src\/(i18n\/(?!country-name)|api\/(?!upload|download|stream)|lib\/(?!back-to-close|coerce|is-typing|random-uuid|draft-store|qr-code|device-speech|dictation|push-subscription|save-file|notifications|passkeys|recorder)|session\/(?!wallet))/,
  /\/web\/src\/app\/(shell\/(?!drawer|recent-menu|reply-notifications|checkin-dialog-host|minor-page|protection-strip|too-young-dialog|account-dialogs)|offline\/service-worker-client|layouts\/main-layout|root|paths|page-error|page-meta|font-preloads|use-site-config|device-type|reload-on)/,
  /\/web\/src\/ui\/(?!ai-content-label|album-|chat-avatar|crisis-card|unread-count|participant-patterns|room|drag-to-dismiss|look-choices|form\/(choice|code-input|radio-tiles|text-field)|help-lines|markdown-blocks|roleplay-text|spinner|dialog|use-mutation|infinite-list)/,
  /\/web\/src\/features\/accounts\/nsfw-switch/,
  /\/web\/src\/features\/(explore\/(?!favourites|results|sort-menu|no-results|continue-row)|attribution\/(?!visit-|use-visit-answer))/,
  /\/web\/src\/features\/chats\/realtime\/unread-counts/,
  /icon-sprite$/,
]

/** The live link and what it needs, loaded at rest on pages without a chat. */
const REALTIME_MODULES =
  /\/web\/src\/(realtime\/|app\/realtime\/|features\/chats\/realtime\/(realtime-chats|finished-replies|open-chat|message-path|outbox|chat-cache))/

/** The modules that all pages of chats need, without those that are loaded when something is opened. */
const CHAT_MODULES =
  /\/roleplay-markdown\/src\/|\/web\/src\/(features\/chats\/(?!list\/(recent-chats|last-page)|realtime\/erase-unsent|album\/|memory\/|settings\/|search\/|branches\/|transfer\/|panels\/|models\/|messages\/(demo-label|message-pictures|message-reasoning)|composer\/(mention-list|reply-suggestions|picture-tray\.tsx|dictation)|voice\/(read-aloud|voice-player))|app\/use-chat-links)/

/** What only comes when someone asks for it, in a file of its own. */
const LAZY_PACKAGES = '@stripe|@simplewebauthn|prop-types|@firebase|idb|tslib|uqr|diff/|eventsource-parser|@zip.js'

// Whatever a file needs comes along with it, unless a group of higher priority has it.
const groups = [
  { name: 'react', test: new RegExp(`/node_modules/(?!${LAZY_PACKAGES})|rolldown.runtime`), priority: 4 },
  {
    name: 'frame',
    test: (id: string) => FRAME_MODULES.some((pattern) => pattern.test(id)) && !/\.css\b/.test(id),
    priority: 3,
  },
  // Of what opens over a page: fetched with the first of them, for Explore needs none.
  {
    name: 'dialog',
    test: /\/web\/src\/(ui\/(dialog\.tsx|use-mutation\.ts)|lib\/(back-to-close|random-uuid)\.ts|app\/card\/card-safety\.tsx|features\/characters\/creator-mark\.tsx)$/,
    priority: 2,
  },
  // Parts of cards and chats alike, with their styles: a card must not fetch the chat for them.
  {
    name: 'parts',
    test: /\/web\/src\/ui\/(ai-content-label|album-tile|markdown-blocks|spinner|help-lines)\.tsx/,
    priority: 2,
  },
  // Of rows of chats, on whatever page.
  { name: 'chat-row', test: /\/web\/src\/ui\/(chat-avatar|unread-count)\.tsx/, priority: 2 },
  // Every form that has one has the other.
  { name: 'fields', test: /\/web\/src\/ui\/form\/(text-field|radio-tiles)\.tsx/, priority: 1 },
  { name: 'live', test: (id: string) => REALTIME_MODULES.test(id), priority: 2 },
  // For the page that pays alone, and there only once someone goes on to pay.
  { name: 'stripe', test: /\/node_modules\/(@stripe|prop-types)/, priority: 0 },
  { name: 'chat', test: (id: string) => CHAT_MODULES.test(id) && !/\.css\b/.test(id), priority: 1 },
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
  },
})
