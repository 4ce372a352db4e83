import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract/**/*.test.ts', 'paper/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Files of one worker share their modules: to load the server anew for each would take a fifth of the time. No test changes what outlives it.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As with the stories: what passes on the second try is told as flaky at the end.
    retry: 1,
    reporters: ['default', ['json', { outputFile: '.build/vitest.json' }]],
  },
})
