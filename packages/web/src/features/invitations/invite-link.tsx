import type { ApiData } from '@everkin/contract/api-types.ts'
import { useDateTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { copyText } from '../../lib/copy-text.ts'
import { qrCodePath } from '../../lib/qr-code.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'

interface InviteLinkProps {
  name: string
  url: string
  expiresAt: string
  reach: ApiData<'POST /api/invitation/create'>['reach']
}

/** The link with all ways to share it: send, copy, QR code. Says so if a friend elsewhere cannot open it. */
export function InviteLink({ name, url, expiresAt, reach }: InviteLinkProps) {
  const text = useText()
  const toasts = useToast()
  const qr = qrCodePath(url)
  const canShare = typeof navigator.share === 'function'
  const date = useDateTime(expiresAt)

  async function copy() {
    if (await copyText(url)) toasts.show(text('shell.actions.linkCopied'))
    else toasts.show(url, 'info')
  }

  async function share() {
    try {
      await navigator.share({ text: text('invitations.shareText', { name }), url })
    } catch (failure) {
      const wasCalledOff = failure instanceof DOMException && failure.name === 'AbortError'
      if (!wasCalledOff) await copy()
    }
  }

  return (
    <div className="invite-link">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={text('invitations.qr')} direction="ltr">
        <path d={`M0 0h${qr.size}v${qr.size}H0z`} fill="#fff" />
        <path d={qr.path} fill="#221522" shapeRendering="crispEdges" />
      </svg>
      <p className="small muted">{text('invitations.validUntil', { date })}</p>
      <Input
        className="invite-url small"
        dir="ltr"
        readOnly
        value={url}
        aria-label={text('invitations.link')}
        onFocus={(event) => event.target.select()}
      />
      {reach === 'everyone' ? null : (
        <Banner icon="info" tone="plain">
          <p className="small">{text(`invitations.reach.${reach}`)}</p>
        </Banner>
      )}
      <div className="invite-ways">
        <Button variant={canShare ? 'quiet' : 'primary'} size="large" onClick={() => void copy()}>
          <Icon name="copy" size="small" />
          {text('shell.actions.copy')}
        </Button>
        {canShare ? (
          <Button variant="primary" size="large" onClick={() => void share()}>
            <Icon name="share-network" size="small" />
            {text('shell.actions.share')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
