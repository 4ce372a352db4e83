import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './server-fixture.ts'

export async function axe(page: Page, rules: readonly string[] = []): Promise<void> {
  const builder = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules.length > 0
    ? builder.withRules([...rules])
    : builder
  ).analyze()
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id} at ${target.join(' ')}`),
    ),
  ).toEqual([])
}
