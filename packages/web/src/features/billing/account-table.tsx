import type { ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

/** What one can do without an account and with one; `given` is what a new account has, null where nothing is counted. */
export function AccountTable({ given }: { given: number | null }) {
  const text = useText()
  const yes = <Mark says={text('billing.compare.yes')} isYes />
  const no = <Mark says={text('billing.compare.no')} />
  const nothing = text('billing.compare.nothing')
  const rows: [string, ReactNode, ReactNode][] = [
    [text('billing.compare.browse'), yes, yes],
    [text('billing.compare.talk'), no, yes],
    [text('billing.compare.keep'), no, yes],
  ]
  if (given !== null) rows.push([text('billing.compare.start'), no, text('wallet.messages', { count: given })])
  rows.push([text('billing.compare.price'), nothing, nothing])
  return (
    <table className="price-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{text('billing.compare.what')}</span>
          </th>
          <th scope="col">{text('billing.compare.looking')}</th>
          <th scope="col">{text('billing.compare.signedIn')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, looking, signedIn]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{looking}</td>
            <td>{signedIn}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Mark({ says, isYes = false }: { says: string; isYes?: boolean }) {
  return (
    <>
      {isYes ? <Icon name="check" size="small" /> : <span aria-hidden="true">–</span>}
      <span className="visually-hidden">{says}</span>
    </>
  )
}
