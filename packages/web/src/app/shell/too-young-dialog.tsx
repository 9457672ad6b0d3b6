import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { pathTo } from '../paths.ts'

/** After the account of someone too young was deleted: nothing is left to do here but to find someone to talk to. */
export function TooYoungDialog() {
  const text = useText()
  const locale = useLocale()
  // The whole document: nobody is signed in any more.
  const leave = () => window.location.assign(pathTo('safety', locale))
  return (
    <Dialog
      open
      onClose={leave}
      kind="alert"
      narrow
      title={text('protection.tooYoung.title')}
      description={<p>{text('protection.tooYoung.text')}</p>}
    >
      <div className="dialog-actions">
        <Button variant="primary" size="large" wide data-first-focus onClick={leave}>
          {text('protection.tooYoung.help')}
        </Button>
      </div>
    </Dialog>
  )
}
