import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RoleplayText } from './roleplay-text.tsx'

const draw = (words: string) => renderToStaticMarkup(<RoleplayText words={words} />)

describe('Speech', () => {
  it('puts a leading action on its own line and later ones within the sentence', () => {
    expect(draw('*She nods.* Come *quietly* in.')).toBe(
      '<span class="speech-paragraph"><em class="action-line">She nods.</em>Come <em>quietly</em> in.</span>',
    )
  })

  it('separates paragraphs', () => {
    expect(draw('One.\n\nTwo.')).toBe(
      '<span class="speech-paragraph">One.</span><span class="speech-paragraph">Two.</span>',
    )
  })

  it.each(['<img src=x onerror=alert(1)>', '*<script>x</script>*', '**', '* *', '2 * 3 * 4', ''])(
    'renders %j as plain text',
    (words) => {
      expect(draw(words)).not.toMatch(/<(img|script)/)
    },
  )
})
