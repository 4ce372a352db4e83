/** What goes on after its editor was left, by document. */
const underWay = new Map<number, Promise<unknown>>()

/** Has whoever reads the document next wait for a save that goes on after its editor was left. */
export function holdReaders(templateId: number, save: Promise<unknown>): void {
  const over = save.finally(() => {
    if (underWay.get(templateId) === over) underWay.delete(templateId)
  })
  underWay.set(templateId, over)
}

/** Resolves once no save of a left editor is under way. */
export async function lastSave(templateId: number): Promise<void> {
  await underWay.get(templateId)
}
