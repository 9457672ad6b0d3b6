import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Arch } from '../../ui/portrait.tsx'
import { Speech } from '../../ui/speech.tsx'
import type { Example } from './load-install-page.ts'

/** A phone with a chat that has just begun; said to be an example, and in the character's own first words. */
export function PhonePreview({ example }: { example: Example }) {
  const text = useText()
  const { name, isolatedName, avatar, words } = example
  return (
    <figure className="phone-figure">
      <div className="phone">
        <div className="phone-screen">
          <div className="phone-head">
            <Arch url={avatar} name={name} size="small" />
            <div>
              <b className="title-3" dir="auto">
                {name}
              </b>
              <p className="caption faint">{text('chats.ai.badge')}</p>
            </div>
          </div>
          <div className="phone-talk">
            <div className="message">
              <Arch url={avatar} name={name} size="small" />
              <div className="message-column">
                <div className="bubble" dir="auto">
                  <Speech words={words} />
                </div>
              </div>
            </div>
          </div>
          <div className="phone-composer" aria-hidden="true">
            <span className="faint">{text('app.download.write', { name: isolatedName })}</span>
            <span className="phone-send">
              <Icon name="paper-plane-right-fill" size="small" mirror />
            </span>
          </div>
        </div>
      </div>
      <figcaption className="caption faint">{text('app.download.example', { name: isolatedName })}</figcaption>
    </figure>
  )
}
