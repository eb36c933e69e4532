export interface Request {
  method: string
  params: readonly unknown[]
}
export const ME = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
