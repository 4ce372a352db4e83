export interface FilterAddress {
  readonly kind?: string | undefined
  readonly period?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly within?: number | undefined
}

/** Undefined fields replace another filter completely. */
export const filterIn = ({ kind, period, from, to, within }: FilterAddress): FilterAddress => ({
  kind,
  period,
  from,
  to,
  within,
})
