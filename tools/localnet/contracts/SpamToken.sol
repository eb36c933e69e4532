// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// An advertisement: its name is a link, and one transaction drops it on many accounts.
contract SpamToken {
    string public constant name = "Visit https://claim.example to get 5000 USD";
    string public constant symbol = "claim.example";
    uint8 public constant decimals = 0;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function drop(address[] calldata receivers, uint256 value) external {
        for (uint256 at = 0; at < receivers.length; at++) {
            balanceOf[receivers[at]] += value;
            emit Transfer(address(this), receivers[at], value);
        }
    }

    /// It cannot be sold.
    function transfer(address, uint256) external pure returns (bool) {
        revert("locked");
    }
}
