import { LEVEL } from '../../../contract/features/groups/levels.ts'

/** The slow and obvious computation checks the queries. */
export interface RightsItem {
  readonly id: number
  readonly parent: number
  readonly folder: boolean
  readonly inTrash: boolean
  readonly staged: boolean
}

export interface RightsGrant {
  readonly level: number
  readonly from: number | undefined
  readonly until: number | undefined
  readonly inherits: boolean
}

export type RightsGrants = ReadonlyMap<number, RightsGrant>

export class RightsModel {
  readonly #items: ReadonlyMap<number, RightsItem>
  readonly #children = new Map<number, RightsItem[]>()
  readonly #grants: RightsGrants
  readonly #now: number

  constructor(items: readonly RightsItem[], grants: RightsGrants, now: number) {
    this.#items = new Map(items.map((item) => [item.id, item]))
    for (const item of items)
      if (!item.inTrash)
        this.#children.set(item.parent, [...(this.#children.get(item.parent) ?? []), item])
    this.#grants = grants
    this.#now = now
  }

  levelOf(id: number): number {
    const own = this.#grants.get(id)
    const hasEnded = own?.until !== undefined && own.until <= this.#now
    if (own && !(hasEnded && own.inherits))
      return hasEnded || (own.from !== undefined && own.from > this.#now) ? LEVEL.none : own.level
    return id === 0 ? LEVEL.none : this.levelOf(this.#items.get(id)?.parent ?? 0)
  }

  isStaged(id: number): boolean {
    const item = this.#items.get(id)
    return item !== undefined && (item.staged || this.isStaged(item.parent))
  }

  isVisible(id: number): boolean {
    const item = this.#items.get(id)
    if (!item || item.inTrash || this.isStaged(id)) return false
    return (
      this.levelOf(id) > LEVEL.none ||
      (item.folder && this.#childrenOf(id).some((child) => this.isVisible(child.id)))
    )
  }

  listOf(parent: number): number[] {
    return this.#childrenOf(parent)
      .filter(({ id }) => this.isVisible(id))
      .map(({ id }) => id)
  }

  get visible(): number[] {
    return [...this.#items.keys()].filter((id) => this.isVisible(id))
  }

  #childrenOf(parent: number): readonly RightsItem[] {
    return this.#children.get(parent) ?? []
  }
}
