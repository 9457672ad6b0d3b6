import { expect, it } from 'vitest'
import { deferPreloads } from './optimize-html.ts'

it('puts scripts and fonts after the text of the page, before its first script, and leaves the first image', () => {
  const script = '<link rel="modulepreload" href="/a.js"/>'
  const face = '<link rel="preload" href="/a.woff2" as="font"/>'
  const picture = '<link rel="preload" as="image" imageSrcSet="/a.webp 1x"/>'
  const icon = '<link rel="icon" href="/a.svg"/>'
  expect(
    deferPreloads(`<head>${picture}${face}${icon}${script}</head><body><p>Words</p><script>go()</script></body>`),
  ).toBe(`<head>${picture}${icon}</head><body><p>Words</p>${face}${script}<script>go()</script></body>`)
  const withoutScript = `<head>${script}</head><body><p>Words</p></body>`
  expect(deferPreloads(withoutScript)).toBe(withoutScript)
})
