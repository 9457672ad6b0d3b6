import { configure } from '@testing-library/dom'
import HTMLElementConfig from 'happy-dom/lib/config/HTMLElementConfig.js'

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// The elements that happy-dom knows do not include `search`, which is like `section`.
Object.assign(HTMLElementConfig, { search: HTMLElementConfig.section })
