import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { iconSprite } from './icon-sprite.ts'

export default defineConfig({
  plugins: [iconSprite(), reactRouter()],
  // Pictures and fonts stay files: a data address would be blocked by the content security policy.
  build: { assetsInlineLimit: 0, target: 'es2023' },
})
