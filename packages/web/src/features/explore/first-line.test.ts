import { describe, expect, it } from 'vitest'
import { firstLine } from './first-line.ts'

describe('firstLine', () => {
  it('omits stage directions and uses as many sentences as fit', () => {
    const greeting =
      '*She sets the lantern down.*\n\nYou’re late. The tide isn’t. *A pause.* It never waited for anyone.'
    expect(firstLine(greeting, 'en')).toBe('You’re late. The tide isn’t. It never waited for anyone.')
  })

  it('stops before a sentence that would be too long', () => {
    expect(firstLine(`Come in. ${'Very '.repeat(30)}long.`, 'en')).toBe('Come in.')
  })

  it('omits what the list truncated', () => {
    expect(firstLine('*She waits.* Mind the step. No, it is sound, it is only «B', 'en')).toBe('Mind the step.')
    expect(firstLine('*Half-way up the back stairs a man sits with the bandoneon open. He holds it', 'en')).toBeNull()
  })

  it('supports scripts without spaces', () => {
    expect(firstLine('*彼女はうなずく。*遅かったね。潮は待ってくれないよ。', 'ja')).toBe(
      '遅かったね。潮は待ってくれないよ。',
    )
  })

  it('leaves no gap at a stage direction or paragraph in scripts without spaces', () => {
    expect(firstLine('你来晚了。*停顿。*潮水不等人。\n\n上船吧。', 'zh')).toBe('你来晚了。潮水不等人。上船吧。')
  })

  it.each(['', '   ', '*only an action*', 'x'.repeat(200)])('finds no headline in %j', (greeting) => {
    expect(firstLine(greeting, 'en')).toBeNull()
  })
})
