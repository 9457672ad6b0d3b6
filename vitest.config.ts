import { basename } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** Stands for the sprite that the build of the pages makes: in tests icons have no shapes. */
const emptyIconSprite = {
  name: 'empty-icon-sprite',
  resolveId: (id: string) => (id === 'virtual:icon-sprite' ? `\0${id}` : null),
  load: (id: string) => (id === '\0virtual:icon-sprite' ? 'export default "/icons.svg"' : null),
}

/** Component tests change the DOM of their process; tests of CPU time need a process without the garbage of others. */
const ISOLATED = [
  'packages/*/src/**/*.test.tsx',
  'packages/server/src/modules/card-editor/preview-lorebook.test.ts',
  'packages/server/src/modules/chats/prompt/match-lore.hostile.test.ts',
]

const STYLE_URL = '\0style-url:'

/** Addresses of stylesheets, which Vitest would empty with the stylesheets: React warns of a link without one. */
const styleUrls = {
  name: 'style-urls',
  enforce: 'pre' as const,
  // Without `.css`, which Vitest looks for.
  resolveId: (id: string) => (id.endsWith('.css?url') ? STYLE_URL + basename(id, '.css?url') : null),
  load: (id: string) => {
    if (!id.startsWith(STYLE_URL)) return null
    return `export default ${JSON.stringify(`/assets/${id.slice(STYLE_URL.length)}.css`)}`
  },
}

export default defineConfig({
  plugins: [emptyIconSprite, styleUrls],
  test: {
    globalSetup: ['packages/testing/src/vitest.global-setup.ts'],
    setupFiles: ['packages/testing/src/vitest.seed.ts'],
    // Two of them use three quarters of two cores: the rest of their time they wait for databases and servers.
    maxWorkers: 3,
    // Most of what tests create is garbage at once: with more room for it, less of it is copied. Saves a twentieth.
    execArgv: ['--max-semi-space-size=32'],
    // No test measures time: these only end one that hangs, also on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As for the journeys: in CI a test that fails once and then holds is printed with its second try.
    retry: process.env.CI ? 1 : 0,
    // What is waited for comes in a moment, but a machine that does other things may need longer than a second.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: [
            'packages/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'evaluate/*.test.ts',
            'bench/measure/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...ISOLATED],
          // Files share a few processes, so imports and the embedded database are loaded once: that saves two fifths.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ISOLATED,
          setupFiles: ['packages/web/src/tooling/vitest.setup.ts'],
          // Nothing is loaded, and React, which waits for stylesheets, goes on.
          environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
        },
      },
    ],
  },
})
