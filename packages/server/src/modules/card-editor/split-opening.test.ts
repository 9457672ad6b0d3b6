import { describe, expect, it } from 'vitest'
import { splitOpening } from './split-opening.ts'

const CAST = [
  { id: 'ilse', name: 'Ilse Marlow' },
  { id: 'brass', name: 'Brass' },
  { id: 'layla', name: 'ليلى' },
]

describe('the opening of a group', () => {
  it('assigns a line that begins with a name and a colon to its member, and the others to the narrator', () => {
    expect(
      splitOpening('The last lamp goes out.\n\nilse: Nobody move.\nBrass : I was not going to.\nليلى： حسنًا', CAST),
    ).toEqual([
      { speaker: null, text: 'The last lamp goes out.' },
      { speaker: 'ilse', text: 'Nobody move.' },
      { speaker: 'brass', text: 'I was not going to.' },
      { speaker: 'layla', text: 'حسنًا' },
    ])
  })

  it('keeps consecutive lines of one speaker together, and a colon elsewhere in its line', () => {
    expect(splitOpening('Ilse Marlow: One: the rope.\r\nIlse: Two: the lamp.\nIt is 11:40.', CAST)).toEqual([
      { speaker: 'ilse', text: 'One: the rope.\nTwo: the lamp.' },
      { speaker: null, text: 'It is 11:40.' },
    ])
  })

  it('stays whole where no member speaks', () => {
    expect(splitOpening('At 11:40: fog.\nSomebody: Hello?', CAST)).toEqual([])
    expect(splitOpening('Brass:', CAST)).toEqual([])
  })

  it('assigns a first name that two members share to the narrator', () => {
    const sisters = [
      { id: 'a', name: 'Ana Vale' },
      { id: 'b', name: 'Ana Marsh' },
    ]
    expect(splitOpening('Ana: Which of us?\nAna Marsh: Me.', sisters)).toEqual([
      { speaker: null, text: 'Ana: Which of us?' },
      { speaker: 'b', text: 'Me.' },
    ])
  })
})
