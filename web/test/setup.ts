import { afterEach, beforeEach } from 'vitest'
import { beginTest, endTest } from './app.tsx'

// Hooks in a shared module would apply to its first file only.
beforeEach(beginTest)
afterEach(endTest)
