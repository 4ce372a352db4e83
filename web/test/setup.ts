import { afterEach, beforeEach } from 'vitest'
import { beginTest, endTest } from './app.tsx'

// Vitest runs this file for each file of tests. Hooks in a module that they share would hold for the first of them alone.
beforeEach(beginTest)
afterEach(endTest)
