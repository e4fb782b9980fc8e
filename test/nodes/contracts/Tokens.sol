// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// The tokens that tests pay with: each has one property that real tokens have.

abstract contract Ledger {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;

    constructor() {
        balanceOf[msg.sender] = 10 ** 30;
        emit Transfer(address(0), msg.sender, 10 ** 30);
    }

    function move(address from, address to, uint256 value) internal {
        require(balanceOf[from] >= value, "not enough tokens");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// As the standard says.
contract StandardToken is Ledger {
    uint8 public immutable decimals;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint8 decimals_) {
        decimals = decimals_;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(allowance[from][msg.sender] >= value, "not allowed");
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }
}

/// Returns nothing, like the largest dollar token of Ethereum.
contract SilentToken is Ledger {
    uint8 public constant decimals = 6;

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }
}

/// Logs the whole amount and keeps a hundredth of it.
contract FeeToken is Ledger {
    uint8 public constant decimals = 18;

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        balanceOf[to] -= value / 100;
        return true;
    }
}

/// Refuses some receivers, like tokens whose issuer can freeze accounts.
contract BlockingToken is Ledger {
    uint8 public constant decimals = 6;
    mapping(address => bool) public isBlocked;

    function setBlocked(address account) external {
        isBlocked[account] = true;
    }

    function setAllowed(address account) external {
        isBlocked[account] = false;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(!isBlocked[to], "blocked");
        move(msg.sender, to, value);
        return true;
    }
}
