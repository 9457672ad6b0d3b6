import { RichText } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'

/** Links to the inbox on this machine for mails that are not sent (local mode). */
export function OutboxBanner({ url }: { url: string }) {
  const text = useText()
  return (
    <Banner icon="envelope-simple">
      <RichText
        text={text('accounts.local.findCode')}
        tags={{
          outbox: (label) => (
            <a className="plain-link" href={url} target="_blank" rel="noreferrer">
              {label}
            </a>
          ),
        }}
      />
    </Banner>
  )
}
