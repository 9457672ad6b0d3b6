import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import type { PatternName } from '../../ui/pattern.ts'
import { quoted, type Speaker } from './speaker.ts'

/** Neighbours never have the same colour. */
const CLOTHS: PatternName[] = ['rose', 'clay', 'brass', 'moss']

interface OpeningLinesProps {
  speakers: Speaker[]
  pathOf: (id: string) => string
}

/** Characters by their first lines, with links to their pages. */
export function OpeningLines({ speakers, pathOf }: OpeningLinesProps) {
  const text = useText()
  return (
    <ul className="landing-lines">
      {speakers.map((speaker, at) => (
        <li key={speaker.id}>
          <Link className={`cloth-${CLOTHS[at % CLOTHS.length]}`} to={pathOf(speaker.id)} prefetch="intent">
            <CharacterAvatar url={speaker.picture} id={speaker.id} name={speaker.name} size="large" />
            <span>
              <span className="landing-said" dir="auto">
                {quoted(text, speaker)}
              </span>
              <b className="small" dir="auto">
                {speaker.name}
              </b>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
