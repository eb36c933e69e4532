// A button that signs, which the page of create-wagmi lacks, as wagmi's guide to `useSignMessage` has it.
import { useSignMessage } from 'wagmi'

export function Sign() {
  const { data, signMessage } = useSignMessage()
  return (
    <>
      <button type="button" onClick={() => signMessage({ message: 'Hello' })}>
        Sign
      </button>
      <p data-testid="signature">{data}</p>
    </>
  )
}
