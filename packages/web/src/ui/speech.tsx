import type { ReactNode } from 'react'

/** `*actions*` set apart as stage directions; everything else is plain text. A leading action gets its own line. */
export function Speech({ words }: { words: string }): ReactNode {
  const pieces = words.split(/(\*[^*\n]+\*)/g).filter(Boolean)
  return pieces.map((piece, at) => {
    const isAction = piece.length > 2 && piece.startsWith('*') && piece.endsWith('*')
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
    if (!isAction) return <span key={at}>{at > 0 ? piece.replace(/^\s+/, ' ') : piece}</span>
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    return <em key={at} className={at === 0 && pieces.length > 1 ? 'action-line' : undefined}>{piece.slice(1, -1)}</em>
  })
}
