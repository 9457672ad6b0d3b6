import type { ApiData } from '@everkin/contract/api-types.ts'
import { Form, useSubmit } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Select } from '../../ui/control.tsx'
import { HelpLines } from '../../ui/help-line.tsx'
import { Icon } from '../../ui/icon.tsx'

interface HelpNowProps {
  help: ApiData<'GET /api/safety/helpLines'>
  /** The countries that can be chosen, by their code, as the reader's language calls and sorts them. */
  countries: { code: string; name: string }[]
  /** The day of the last check, as the reader's language writes it. */
  checked: string
}

const NOTHING_CHOSEN = ''

/** People one can reach, for a country one can choose; works without script by the button that then appears. */
export function HelpNow({ help, countries, checked }: HelpNowProps) {
  const text = useText()
  const submit = useSubmit()
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name
  const known = help.country !== null && nameOf(help.country) !== undefined ? help.country : NOTHING_CHOSEN
  const lines = help.lines.map((line) => ({ ...line, hours: hoursOf(line.hours, text('safety.page.always')) }))
  return (
    <section className="help-now" aria-labelledby="help-now">
      <div className="help-head">
        <h2 className="title-2" id="help-now">
          {text('safety.page.now')}
        </h2>
        <Form method="get" preventScrollReset replace className="help-country">
          <label htmlFor="help-country">{text('safety.page.country')}</label>
          <Select
            className="input"
            id="help-country"
            name="country"
            key={known}
            defaultValue={known}
            onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true, replace: true })}
          >
            <option value={NOTHING_CHOSEN}>{text('safety.page.anyCountry')}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <noscript>
            <Button look="quiet" type="submit">
              {text('safety.page.show')}
            </Button>
          </noscript>
        </Form>
      </div>
      <div className="help-emergency">
        <p>
          <b>{text('safety.page.danger')}</b>
          <span className="small">
            {text(help.emergency ? 'safety.page.dangerCall' : 'safety.page.dangerAnywhere')}
          </span>
        </p>
        {help.emergency ? (
          <a className={buttonClass('danger')} href={`tel:${help.emergency}`}>
            <Icon name="phone" size="small" />
            <bdi dir="ltr">{help.emergency}</bdi>
          </a>
        ) : null}
      </div>
      <HelpLines lines={lines} placeOf={known === NOTHING_CHOSEN ? nameOf : undefined} />
      <p className="caption muted help-checked">{text('safety.page.linesNote', { date: checked })}</p>
    </section>
  )
}

/** The reviewed file writes round the clock as `24/7`; other hours stand as their country writes them. */
function hoursOf(hours: string | null, always: string): string | null {
  return hours === '24/7' ? always : hours
}
