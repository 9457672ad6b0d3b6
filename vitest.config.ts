import { defineConfig } from 'vitest/config'

/** Stands for the sprite that the build of the pages makes: in tests icons have no shapes. */
const emptyIconSprite = {
  name: 'empty-icon-sprite',
  resolveId: (id: string) => (id === 'virtual:icon-sprite' ? `\0${id}` : null),
  load: (id: string) => (id === '\0virtual:icon-sprite' ? 'export default "/icons.svg"' : null),
}

export default defineConfig({
  plugins: [emptyIconSprite],
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['packages/testing/src/vitest.global-setup.ts'],
    setupFiles: ['packages/testing/src/vitest.seed.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for comes in a moment, but a machine that does other things may need longer than a second.
    expect: { poll: { timeout: 15_000 } },
  },
})
