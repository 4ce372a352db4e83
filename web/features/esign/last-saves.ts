const underWay = new Map<number, Promise<unknown>>()

export function holdReaders(templateId: number, save: Promise<unknown>): void {
  const over = save.finally(() => {
    if (underWay.get(templateId) === over) underWay.delete(templateId)
  })
  underWay.set(templateId, over)
}

export async function lastSave(templateId: number): Promise<void> {
  await underWay.get(templateId)
}
