/** Whether a JSON value has more levels than that. Code that walks a value recursively asks first. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isNestedDeeper(part, levels - 1)))
