import { expect, it } from 'vitest'
import { escapeMarkup } from './escape-markup.ts'

it('leaves no character that could end a text or an attribute', () => {
  expect(escapeMarkup(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  )
  expect(escapeMarkup('Ünïcode, no markup')).toBe('Ünïcode, no markup')
})
