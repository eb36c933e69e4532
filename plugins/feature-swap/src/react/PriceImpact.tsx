import type { ReactNode } from 'react'
import { Fact } from './Fact.js'
import { useNumbers } from './useNumbers.js'

const BASIS_POINTS_OF_A_PERCENT = 100

/** How far the amount itself moves the price of the market. Nothing where that is not known. */
export function PriceImpact({ basisPoints }: { basisPoints: number | undefined }): ReactNode {
  const { percent } = useNumbers()
  if (basisPoints === undefined) return null
  return (
    <Fact k="swap.priceImpact">
      <bdi>{percent(basisPoints / BASIS_POINTS_OF_A_PERCENT)}</bdi>
    </Fact>
  )
}
