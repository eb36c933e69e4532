import { own } from './own.js'

/** What a value is measured by: a test, or an example of its type. An item stands for all items, the member `*` for all members. */
export type Sample =
  | ((value: unknown) => boolean)
  | string
  | number
  | boolean
  | readonly [Sample]
  | { readonly [key: string]: Sample }

/** Whether a value is shaped as the sample. Members that the sample does not name are left alone. */
export const matches = (value: unknown, sample: Sample): boolean => {
  if (typeof sample === 'function') return sample(value)
  if (typeof sample !== 'object') return typeof value === typeof sample
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(sample))
    return false
  const members = value as Readonly<Record<string, unknown>>
  return Object.entries(sample).every(([key, part]) =>
    key === '*' || Array.isArray(value)
      ? Object.values(members).every((each) => matches(each, part))
      : matches(own(members, key), part),
  )
}

/** As the sample, or left out. */
export const maybe =
  (sample: Sample): Sample =>
  (value) =>
    value === undefined || matches(value, sample)
