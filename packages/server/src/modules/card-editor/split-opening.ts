interface Turn {
  /** A member's id; null is the narrator. */
  speaker: string | null
  text: string
}

/**
 * The opening of a group by speaker. A line that begins with a member's name and a colon is that member's; the first
 * word of the name is enough if no other member shares it. Every other line is the narrator's. Consecutive lines of one
 * speaker are one turn. Empty where no line is a member's, so that the opening stays whole.
 */
export function splitOpening(opening: string, members: readonly { id: string; name: string }[]): Turn[] {
  const speakers = speakersByName(members)
  const turns: Turn[] = []
  for (const line of opening.split(/\r?\n/)) {
    const { speaker, text } = spokenLine(line, speakers)
    const last = turns.at(-1)
    if (last && last.speaker === speaker) last.text += `\n${text}`
    else turns.push({ speaker, text })
  }
  const said = turns.map(({ speaker, text }) => ({ speaker, text: text.trim() })).filter(({ text }) => text !== '')
  return said.some(({ speaker }) => speaker !== null) ? said : []
}

function spokenLine(line: string, speakers: ReadonlyMap<string, string>): Turn {
  const [, name, words] = /^\s*([^:：]{1,200}?)\s*[:：](.*)$/u.exec(line) ?? []
  const speaker = name === undefined ? undefined : speakers.get(folded(name))
  return speaker === undefined ? { speaker: null, text: line } : { speaker, text: (words ?? '').trim() }
}

function speakersByName(members: readonly { id: string; name: string }[]): Map<string, string> {
  const speakers = new Map<string, string>()
  const firsts = members.map(({ name }) => folded(name).split(/\s+/)[0] ?? '')
  for (const [at, { id }] of members.entries()) {
    const first = firsts[at] ?? ''
    if (first !== '' && firsts.indexOf(first) === firsts.lastIndexOf(first)) speakers.set(first, id)
  }
  // A full name takes precedence over the first word of another.
  for (const { id, name } of members) speakers.set(folded(name), id)
  return speakers
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().toLocaleLowerCase('und')
}
