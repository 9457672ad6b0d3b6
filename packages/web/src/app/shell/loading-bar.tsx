import { useNavigation } from 'react-router'
import { useText } from '../../i18n/use-text.ts'

/** A thin bar while the next page is on its way. */
export function LoadingBar() {
  const text = useText()
  const isLoading = useNavigation().state !== 'idle'
  return (
    <div className="loading-bar" role="status">
      {isLoading ? (
        <>
          <i aria-hidden="true" />
          <span className="visually-hidden">{text('shell.loading')}</span>
        </>
      ) : null}
    </div>
  )
}
