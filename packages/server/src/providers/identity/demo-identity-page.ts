import { escapeMarkup } from '@everkin/contract/escape-markup.ts'
import { LOCALES, type Locale } from '@everkin/contract/locales.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import type { IdentityProvider } from '../../modules/accounts/module.ts'

const STYLE = `*{box-sizing:border-box}body{font-family:system-ui,sans-serif;font-size:17px;line-height:1.5;max-width:28rem;margin:0 auto;padding:1.5rem;color:#2b2420;background:#faf6ef}
h1{font-family:Georgia,serif;font-size:1.35rem;line-height:1.25;margin:0 0 1rem}
.label{border:2px dashed #a4632a;border-radius:12px;padding:.75rem 1rem;margin:0 0 1.25rem;background:#fff4e3}.label p{margin:.25rem 0 0}
label{display:block;font-weight:600;margin:0 0 1rem}input{display:block;width:100%;min-height:48px;margin-top:.35rem;padding:.5rem .75rem;font:inherit;border:1px solid #8a7a68;border-radius:10px;background:#fff;color:inherit}
button{width:100%;min-height:52px;font:inherit;font-weight:650;border:0;border-radius:999px;background:#8a4a14;color:#fff;cursor:pointer}
:focus-visible{outline:3px solid #3d6fb4;outline-offset:2px}
@media (prefers-color-scheme:dark){body{color:#efe6da;background:#1d1815}.label{background:#33261a;border-color:#d99a5b}input{background:#28211d;border-color:#9a8873}button{background:#e0a258;color:#1d1815}}`

/** Posts the form to this page's own URL and hands the signed answer to the window that opened it. */
const SCRIPT = `(() => {
const form = document.querySelector('form')
const state = new URLSearchParams(location.search).get('state')
if (!form || !window.opener || !state) {
  document.querySelector('main').hidden = true
  document.querySelector('#alone').hidden = false
  return
}
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const claim = Object.fromEntries(new FormData(form))
  const reply = await fetch(location.pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(claim),
  }).catch(() => null)
  const signed = reply && reply.ok ? await reply.json() : null
  window.opener.postMessage({ kind: 'everkin-demo-identity', state, signed }, location.origin)
  window.close()
})
})()`

/**
 * The demo provider's page in the reader's language. It says in two places that it is not a real one, and posts its
 * answer only to a window of this site.
 */
export function renderDemoIdentityPage(
  provider: IdentityProvider,
  locale: Locale,
  translate: Translate,
  nonce: string,
): string {
  const textOf = (key: string) => escapeMarkup(translate(`accounts.local.demo.${key}`))
  const title = provider === 'google' ? textOf('google') : textOf('facebook')
  return `<!doctype html>
<html lang="${locale}" dir="${LOCALES[locale].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<div class="label"><strong>${escapeMarkup(translate('accounts.local.demoIdentity'))}</strong><p>${textOf('hint')}</p></div>
<form>
<input type="hidden" name="provider" value="${provider}">
<label>${textOf('name')}<input name="name" required maxlength="40" autocomplete="off" autofocus dir="auto"></label>
<label>${textOf('email')}<input name="email" type="email" maxlength="254" autocomplete="off" dir="ltr"></label>
<button>${textOf('go')}</button>
</form>
</main>
<p id="alone" hidden>${textOf('alone')}</p>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`
}
