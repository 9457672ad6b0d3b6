import type { ReactNode } from 'react'

/** A character's text: paragraphs, with `*actions*` styled as stage directions; everything else is plain text. */
export function RoleplayText({ words }: { words: string }): ReactNode {
  return words
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never move
      <span key={at} className="speech-paragraph">
        <Paragraph words={paragraph} />
      </span>
    ))
}

/** Puts a leading action on its own line. */
function Paragraph({ words }: { words: string }): ReactNode {
  const pieces = words.split(/(\*[^*\n]+\*)/g).filter((piece) => piece.trim())
  return pieces.map((piece, at) => {
    const isAction = piece.length > 2 && piece.startsWith('*') && piece.endsWith('*')
    const afterLine = at === 1 && pieces[0]?.startsWith('*')
    if (!isAction) return afterLine ? piece.trimStart() : piece
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <em key={at} className={at === 0 && pieces.length > 1 ? 'action-line' : undefined}>
        {piece.slice(1, -1)}
      </em>
    )
  })
}
