import { configure } from '@testing-library/dom'

// Only ends a test that hangs; a busy machine may need longer than the usual second.
configure({ asyncUtilTimeout: 15_000 })
