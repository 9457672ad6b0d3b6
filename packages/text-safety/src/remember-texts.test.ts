import { expect, it } from 'vitest'
import { rememberTexts } from './remember-texts.ts'

/** A memory for 128 characters, and the texts that had to be read. */
function openMemory() {
  const read: string[] = []
  const remembered = rememberTexts(128, (text) => {
    read.push(text)
    return { text }
  })
  return { remembered, read }
}

it('a text is read once, and its result is shared', () => {
  const { remembered, read } = openMemory()
  const first = remembered('one')
  expect(first).toEqual({ text: 'one' })
  expect(remembered('one')).toBe(first)
  expect(read).toEqual(['one'])
})

it('what is asked for again stays, and what is not is forgotten', () => {
  const { remembered, read } = openMemory()
  for (let number = 100; number < 200; number++) {
    remembered('kept')
    remembered(`n${number}`)
  }
  expect(read.filter((text) => text === 'kept')).toHaveLength(1)
  remembered('n199')
  expect(read.filter((text) => text === 'n199')).toHaveLength(1)
  remembered('n100')
  expect(read.filter((text) => text === 'n100')).toHaveLength(2)
})

it('a text that would fill the memory is read each time', () => {
  const { remembered, read } = openMemory()
  remembered('short')
  remembered('fifty'.repeat(10))
  remembered('fifty'.repeat(10))
  expect(read).toHaveLength(3)
  remembered('short')
  expect(read).toHaveLength(3)
})
