import { Link } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { pathTo } from '../paths.ts'

/** Texts of the switch. */
export const CREATE_KINDS_TEXTS = ['card-editor.kinds', 'sketch.paint']

const KINDS = [
  { page: 'createSingle', label: 'card-editor.kinds.single' },
  { page: 'createGroups', label: 'card-editor.kinds.multiple' },
  { page: 'AiGeneratedImage', label: 'sketch.paint.kind' },
] as const

type CreatePage = (typeof KINDS)[number]['page']

/** The switch between everything that can be created: a character, a cast, a picture. */
export function CreateKinds({ current }: { current: CreatePage }) {
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  // Pictures are closed to teens (A8).
  const kinds = person?.teen ? KINDS.filter(({ page }) => page !== 'AiGeneratedImage') : KINDS
  return (
    <nav className="segments" aria-label={text('sketch.paint.create')}>
      {kinds.map(({ page, label }) => (
        <Link key={page} to={pathTo(page, locale)} aria-current={page === current ? 'page' : undefined}>
          {text(label)}
        </Link>
      ))}
    </nav>
  )
}
