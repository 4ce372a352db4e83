import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import './locating.ts'

export const fileInput = (label: string): Locator =>
  page.getByCss(`input[type=file][aria-label="${label}"]`)

export async function chooseFiles(input: Locator, ...files: readonly File[]): Promise<void> {
  await expect.element(input).toBeInTheDocument()
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  const element = input.element() as HTMLInputElement
  element.files = chosen.files
  element.dispatchEvent(new Event('change', { bubbles: true }))
}

export const pdfFile = (name: string, content: BlobPart): File =>
  new File([content], name, { type: 'application/pdf' })
