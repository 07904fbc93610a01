"""Freeman's ratio of each log-in of a file in the columns of the RBA data set, written from the formula and slow on purpose:
every probability is counted anew from the list of the log-ins before. Prints "index,ln S" for users who logged in before.

    python3 ratio.py FILE
"""

import csv
import math
import sys

FEATURES = [
    [("IP Address", 0.6), ("ASN", 0.3), ("Country", 0.1)],
    [
        ("User Agent String", 0.5387),
        ("Browser Name and Version", 0.2680),
        ("OS Name and Version", 0.1882),
        ("Device Type", 0.0051),
    ],
]
NEEDED = ["User ID", "Login Successful"] + [column for feature in FEATURES for column, _ in feature]


def share(log_ins, column, value):
    return sum(1 for row in log_ins if row[column] == value) / len(log_ins)


def smoothed(log_ins, column, value, below):
    n = sum(1 for row in log_ins if row[column] == value)
    total = len(log_ins)
    m = sum(len({row[each] for row in log_ins}) for each in below) + 1
    if n == 0:
        return 1 / (total + m)
    return (n / total) * (1 - m / (total + m))


def ratio(row, of_all, of_user):
    s = 1.0
    for feature in FEATURES:
        columns = [column for column, _ in feature]
        p_all = 0.0
        p_user = 0.0
        for place, (column, weight) in enumerate(feature):
            p_all += weight * smoothed(of_all, column, row[column], columns[place + 1:])
            p_user += weight * share(of_user, column, row[column])
        if not any(share(of_user, column, row[column]) for column in columns):
            p_user = p_all / 4
        s *= p_all / p_user
    p_attack = 1 / len({each["User ID"] for each in of_all})
    p_legitimate = len(of_user) / len(of_all)
    return s * p_attack / p_legitimate


def main(path):
    earlier = []
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if any(not row[column] for column in NEEDED):
                continue
            own = [each for each in earlier if each["User ID"] == row["User ID"]]
            if own:
                print(f"{row['index']},{math.log(ratio(row, earlier, own))!r}")
            if row["Login Successful"] == "True":
                earlier.append(row)


main(sys.argv[1])
