export type ProductId =
  'mug' | 'pitcher' | 'vase' | 'bowl' | 'plate' | 'teapot' | 'cups' | 'lantern'

/** Prices in cents of a euro, in the order of the page. */
export const PRODUCTS: Readonly<Record<ProductId, number>> = {
  teapot: 89_00,
  mug: 24_00,
  vase: 46_00,
  bowl: 32_00,
  pitcher: 58_00,
  plate: 28_00,
  lantern: 36_00,
  cups: 34_00,
}

export const isProduct = (id: string): id is ProductId => Object.hasOwn(PRODUCTS, id)

/** The price in cents after a discount in percent, rounded to whole cents. */
export const reduced = (cents: number, discount: number): number =>
  Math.round((cents * (100 - discount)) / 100)
