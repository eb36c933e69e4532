// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Spells the name of Localnet Token with Cyrillic letters, and reports transfers that never were,
/// in anybody's name: so a stranger's address gets into a visitor's history.
contract PoisonToken {
    string public constant name = unicode"L\u043ecalnet T\u043eken";
    string public constant symbol = unicode"L\u041eC\u0410L";
    uint8 public constant decimals = 18;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function report(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }
}
