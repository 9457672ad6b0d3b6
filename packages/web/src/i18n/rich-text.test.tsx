import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RichText, slot } from './rich-text.tsx'

const draw = (element: React.ReactElement) => renderToStaticMarkup(element)

describe('RichText', () => {
  it('renders known tags as components and unknown ones as plain text', () => {
    const text = 'Accept the <terms>Terms</terms> and <other>this</other>.'
    expect(draw(<RichText text={text} tags={{ terms: (label) => <a href="/t">{label}</a> }} />)).toBe(
      'Accept the <a href="/t">Terms</a> and this.',
    )
  })

  it('isolates names with bdi, also inside tags', () => {
    const text = `More like <b>${slot('name')}</b>`
    expect(draw(<RichText text={text} names={{ name: 'نور' }} tags={{ b: (inner) => <b>{inner}</b> }} />)).toBe(
      'More like <b><bdi>نور</bdi></b>',
    )
  })

  it('never parses a name as markup', () => {
    const name = '<script>alert(1)</script><terms>x</terms>'
    const html = draw(<RichText text={slot('name')} names={{ name }} tags={{ terms: () => <i>bad</i> }} />)
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('<i>')
  })
})
